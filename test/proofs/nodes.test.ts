import { nodes } from './nodes/nodes.ts';
import { testShortForm } from './short-form.ts';

testShortForm(nodes);
