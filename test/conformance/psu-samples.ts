/** Context from a user's device, right and wrong. */
import type { Fields } from './checked-requests.ts';

export const PSU_RIGHT: readonly Fields[] = [
  {},
  { ip: '203.0.113.7' },
  { ip: '2001:db8::1' },
  { userAgent: 'Mozilla/5.0' },
  { deviceId: 'd-1' },
  { psuType: 'personal' },
  { psuType: 'business' },
];
export const PSU_WRONG: readonly (readonly [string, Fields])[] = [
  ['psu.ip', { ip: '999.1.1.1' }],
  ['psu.ip', { ip: 'localhost' }],
  ['psu.ip', { ip: '203.0.113.7/32' }],
  ['psu.ip', { ip: '' }],
  ['psu.userAgent', { userAgent: 7 }],
  ['psu.deviceId', { deviceId: null }],
  ['psu.psuType', { psuType: 'corporate' }],
  ['psu.name', { name: 'Ada' }],
];
