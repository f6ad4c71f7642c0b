import * as z from 'zod/mini'

/** The signer, and the strokes as an SVG path on a canvas of 600 by 200; '' if the name was typed instead. */
export const DrawnSignature = z.object({ name: z.string(), path: z.string() })
