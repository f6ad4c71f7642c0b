import { t } from '#contract/messages/translate.ts'
import { addressOfLink } from './address.ts'
import type { LinkRow } from './data.ts'

export function presentLink(publicUrl: string, link: LinkRow) {
  return {
    shareable_link: addressOfLink(publicUrl, link),
    is_link_active: true,
    message: t('sharing.linkReady'),
    link_token: link.token,
    link_share_id: link.id,
    created_at: link.created_at.toISOString(),
    ends_at: link.ends_at?.toISOString() ?? null,
    views: link.views,
  }
}
