import * as z from 'zod/mini'

/** Who signed, and the strokes as an SVG path on a paper of 600 by 200; '' where the name was typed instead. */
export const DrawnSignature = z.object({ name: z.string(), path: z.string() })
