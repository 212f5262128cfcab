"""Who is told what: receivers, notices, deliveries."""
