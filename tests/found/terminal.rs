//! What reaches terminals, tables and exit statuses; memory and time.
