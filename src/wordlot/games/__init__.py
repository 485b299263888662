"""The games: pure folds over events that know no clock, socket or random source."""
