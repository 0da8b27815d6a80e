-- What runs is never more than the lanes have slots, and is found by its key: an index of leases cost every piece of work
-- two more pages than the look through them saves.
drop index work_leased;
