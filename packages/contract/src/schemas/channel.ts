import { CHANNELS } from '@switchyard/engine';
import { z } from 'zod';

export const Channel = z.enum(CHANNELS);

export const ChannelInput = Channel.default('web').describe('Where the user is: a browser, or a native app.');
