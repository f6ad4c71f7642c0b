import type { MediaItem } from '#contract/media/media-item.ts'
import type { Context, Db } from '#server/context.ts'
import { type MediaRow, presentMediaItem, readMedia } from '#server/features/surveys/media-items.ts'
import type { AccountIdentity } from '#server/http/authenticate.ts'
import { holderOf } from '#server/http/ticket.ts'

interface Reading {
  readonly db: Db
  readonly context: Context
  readonly account: Pick<AccountIdentity, 'id' | 'limits' | 'sessionId'>
  readonly now: Date
}

function signerOf({ context, account, now }: Reading) {
  return { key: context.ticketKey, holder: holderOf(account), now }
}

interface Reader {
  /** The caller only contributes to the survey. */
  readonly contributes: boolean
}

/** Returns the upload as the wire's user_survey_media: its photos and its videos. */
export async function readUpload(
  call: Reading,
  upload: { id: string; answerId: string },
  { contributes }: Reader,
) {
  const rows = await readMedia(call.db, { uploadId: upload.id })
  const items = contributes ? rows.map(withoutEdits) : rows
  const present = (kind: 'photo' | 'video') =>
    items.filter((row) => row.kind === kind).map((row) => presentMediaItem(row, signerOf(call)))
  return {
    data: {
      id: upload.id,
      type: 'user_survey_media',
      attributes: {
        id: upload.id,
        user_survey_sub_section_detail_id: upload.answerId,
        photo_details: present('photo'),
        media_details: present('video'),
      },
    },
  }
}

export async function readItem(
  call: Reading,
  mediaId: string,
  { contributes }: Reader,
): Promise<MediaItem | null> {
  const [row] = await readMedia(call.db, { ids: [mediaId] })
  return row ? presentMediaItem(contributes ? withoutEdits(row) : row, signerOf(call)) : null
}

/** Contributors only see the file of a photo or video: captions and drawings may be the new owner's. */
function withoutEdits(row: MediaRow): MediaRow {
  const renditions = row.renditions.filter(({ name }) => name === 'original')
  return { ...row, description: '', shapes: null, turned: 0, drawnAt: null, copyChecked: false, renditions }
}
