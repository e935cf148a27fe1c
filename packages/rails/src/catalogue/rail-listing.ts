import type {
  CapabilityId,
  CapabilityStatus,
  Custody,
  PRODUCTION_ONBOARDINGS,
  RailKind,
  RailRole,
  RailStatus,
  SANDBOX_ONBOARDINGS,
} from '@switchyard/engine';

/** A rail as the catalogue tells of it: the API's `rail` resource, field by field. */
export interface RailListing {
  readonly id: string;
  readonly name: string;
  readonly kind: RailKind;
  readonly status: RailStatus;
  readonly summary: string;
  readonly website: string;
  readonly logoUrl?: string;
  readonly roles: readonly RailRole[];
  /** Empty when the rail is not bound to countries, as a chain or self-hosted software is not. */
  readonly countries: readonly string[];
  /** The payto schemes that the rail can pay to or from. */
  readonly schemes: readonly string[];
  readonly custody: readonly Custody[];
  /** Who the regulated party is, in plain words. */
  readonly regulated: string;
  readonly onboarding: RailOnboarding;
  readonly credentials: readonly RailCredential[];
  /** Absent when no capability of the enumeration describes what the rail does. */
  readonly capabilities?: readonly RailCapability[];
}

export interface RailOnboarding {
  readonly sandbox: (typeof SANDBOX_ONBOARDINGS)[number];
  readonly production: (typeof PRODUCTION_ONBOARDINGS)[number];
  readonly notes?: string;
}

/** What a client must have from the provider before it can connect; never a value. */
export interface RailCredential {
  readonly key: string;
  readonly secret: boolean;
  readonly description: string;
}

export interface RailCapability {
  readonly id: CapabilityId;
  readonly countries: readonly string[];
  readonly status: CapabilityStatus;
  /** The page that says so. */
  readonly source?: string;
  /** The day on which the page was read, as `YYYY-MM-DD`. */
  readonly checkedAt?: string;
  readonly notes?: string;
}
