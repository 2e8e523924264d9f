"""The expert for three and more: paranoid search and playouts."""
