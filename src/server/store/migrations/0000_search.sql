-- The address search finds any part of a text; trigrams make that quick over a whole county.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
