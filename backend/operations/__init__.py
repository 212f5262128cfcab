"""What keeps a server: backups, what is kept for how long, figures for monitoring, the look of the doctor."""
