/**
 * zod, for whoever may be the first of the page to make a schema: by itself it would try whether it may make code from text,
 * which the page's content security policy forbids.
 */
import { z } from 'zod';

z.config({ jitless: true });

export { z };
