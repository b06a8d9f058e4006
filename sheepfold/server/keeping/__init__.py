"""What is kept: logs in a database, sealed; the key that links are signed with; news between processes."""
