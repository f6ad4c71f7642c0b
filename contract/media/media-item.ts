import * as z from 'zod/mini'
import { Id } from '../wire.ts'
import { Drawing } from './drawing.ts'

/**
 * One photo or video for the survey's members (spec §3 'Media item'). Addresses are signed and short-lived.
 */
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
  /** Its drawing; `url` and `thumbnail_url` then show the marked picture. */
  drawing: z.optional(z.nullable(Drawing)),
  /** The original that 'Copy from the last filled?' copied. */
  copied_from: z.optional(z.nullable(z.string())),
  /** The copy was reviewed since. */
  copy_checked: z.optional(z.boolean()),
})
export type MediaItem = z.infer<typeof MediaItem>

/** A survey's picture in the list. */
export const FirstPhoto = z.object({
  id: Id,
  thumbnail_url: z.nullable(z.string()),
  /** When its drawing was made; null = no drawing. */
  drawn_at: z.nullable(z.string()),
})

/** The same for a guest: no location, no original, a neutral name. `url` is null if there is no safe copy. */
export const GuestMediaItem = z.object({
  id: z.string(),
  /** 'Photo 12': its number in the whole report, the same in the PDF and the zip. */
  number: z.optional(z.number()),
  /** The guests' copy of a video is still being created. */
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
