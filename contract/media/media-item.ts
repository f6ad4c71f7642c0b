import * as z from 'zod/mini'
import { Drawing } from './drawing.ts'

/** One photo or video as its owner sees it (spec §3 'Media item'). Addresses are signed and short-lived. */
export const MediaItem = z.object({
  id: z.string(),
  media_id: z.string(),
  filename: z.string(),
  content_type: z.string(),
  created_at: z.string(),
  byte_size: z.number(),
  description: z.string(),
  url: z.string(),
  thumbnail_url: z.nullable(z.string()),
  original_url: z.string(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  duration: z.nullable(z.number()),
  taken_at: z.nullable(z.string()),
  position: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  /** What was drawn on it; `url` and `thumbnail_url` then show the marked picture. */
  drawing: z.optional(z.nullable(Drawing)),
  /** The medium that 'Copy from the last filled?' made it from. */
  copied_from: z.optional(z.nullable(z.string())),
  /** Somebody looked at the copy since. */
  copy_checked: z.optional(z.boolean()),
})
export type MediaItem = z.infer<typeof MediaItem>

/** The same for a guest: no position, no original, a neutral name. `url` is null where no safe copy exists. */
export const GuestMediaItem = z.object({
  id: z.string(),
  /** 'Photo 12': its number in the whole report, the same in the PDF and the zip. */
  number: z.optional(z.number()),
  /** The copy of a video that a guest may play is still being made. */
  is_preparing: z.optional(z.boolean()),
  filename: z.string(),
  content_type: z.string(),
  description: z.string(),
  url: z.nullable(z.string()),
  thumbnail_url: z.nullable(z.string()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
})
export type GuestMediaItem = z.infer<typeof GuestMediaItem>
