import { links } from './links/links.ts';
import { testShortForm } from './short-form.ts';

testShortForm(links);
