"""The strong level: threats, exact proofs, alpha-beta and many players."""
