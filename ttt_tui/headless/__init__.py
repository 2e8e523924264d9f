"""The program without its screen: what the subcommands do."""
