/**
 * CI tries the same examples every time, so that it judges the change and not the day. Everywhere else property tests draw
 * new ones on each run, and print the seed of what they find.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: 20261008 });
