import { METADATA_KEY_LENGTH_MAX, METADATA_KEYS_MAX, METADATA_VALUE_LENGTH_MAX } from '../limits.ts';
import { stringMap } from '../string-map.ts';

export const Metadata = stringMap({
  keysMax: METADATA_KEYS_MAX,
  keyLengthMax: METADATA_KEY_LENGTH_MAX,
  valueLengthMax: METADATA_VALUE_LENGTH_MAX,
}).meta({ id: 'Metadata', description: 'Your own notes on an object: strings by name. Returned as given.' });
