import type { Role } from '@switchyard/contract';

export interface Operator {
  readonly id: string;
  readonly role: Role;
  readonly status: 'active' | 'disabled';
  readonly profile: OperatorProfile;
  readonly lastSignedInAt?: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is sealed of an operator. */
export interface OperatorProfile {
  readonly email: string;
  readonly name?: string;
}

/** By which two spellings of one mailbox are the same: nobody tells mailboxes apart by capitals. */
export function sameMailbox(email: string): string {
  return email.toLowerCase().normalize('NFC');
}
