export { ROLES_BY_CAPABILITY } from './catalogue/capability-roles.ts';
export { loadCatalogue } from './catalogue/catalogue.ts';
export { checkCatalogue, checkListing } from './catalogue/check-listing.ts';
export type { Problem } from './catalogue/check-shape.ts';
export { findRails, type RailFilter } from './catalogue/find-rails.ts';
export type {
  RailCapability,
  RailCredential,
  RailListing,
  RailOnboarding,
} from './catalogue/rail-listing.ts';
export { RAIL_MODULES } from './modules.ts';
