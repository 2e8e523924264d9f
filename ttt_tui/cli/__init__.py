"""The command line: parses options and runs the app, plain mode or a command."""
