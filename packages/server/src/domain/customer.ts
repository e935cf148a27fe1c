/** A user of the client, known by the client's own id for them. Creating one again changes nothing of it. */
export interface Customer {
  readonly id: string;
  readonly externalId: string;
  readonly country?: string;
  readonly profile: CustomerProfile;
  readonly createdAt: Date;
}

/** What is personal in a customer, and therefore sealed. */
export interface CustomerProfile {
  readonly name?: string;
  readonly email?: string;
  readonly metadata: Readonly<Record<string, string>>;
}
