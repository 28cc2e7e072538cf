//! JSON Lines and tables: what the program writes it reads back.
