import { z } from 'zod';
import { PSU_TEXT_LENGTH_MAX } from '../limits.ts';
import { text } from '../text.ts';

export const PSU_TYPES = ['personal', 'business'] as const;

const IpAddress = z
  .string()
  .check((context) => {
    if (IPV4.test(context.value) || z.core.isValidIPv6(context.value)) return;
    context.issues.push({ code: 'invalid_format', format: 'ip', input: undefined });
  })
  .meta({ anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }], description: "The user's IP address, v4 or v6." });

const IPV4 = z.regexes.ipv4;

export const Psu = z
  .strictObject({
    ip: IpAddress.exactOptional(),
    userAgent: text({ max: PSU_TEXT_LENGTH_MAX }).exactOptional().describe("The user's browser or app."),
    deviceId: text({ max: PSU_TEXT_LENGTH_MAX })
      .exactOptional()
      .describe("A stable id of the user's device."),
    psuType: z
      .enum(PSU_TYPES)
      .exactOptional()
      .describe('Whether the user acts as a person or for a business.'),
  })
  .meta({
    id: 'Psu',
    description: "Context from the user's device (the payment service user). Some banks require it.",
  });
