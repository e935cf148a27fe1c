import type { ManagedEnvironment } from '../schemas/environment.ts';
import { manageIds } from './ids.ts';

export const liveEnvironment: ManagedEnvironment = {
  id: manageIds.liveEnvironment,
  object: 'environment',
  mode: 'live',
  name: 'Production',
  settings: { returnOrigins: ['https://shop.example', 'com.shop.app:'] },
  createdAt: '2026-10-08T08:01:12.005Z',
  updatedAt: '2026-10-09T14:30:00.000Z',
};
