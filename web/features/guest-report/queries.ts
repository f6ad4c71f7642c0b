import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { guestInfo, guestNavigation, guestSection } from '#contract/sharing/guests.ts'
import { activeLink } from '#contract/sharing/sharing.ts'
import { ReadFailed, reading } from '#web/lib/http/query-client.ts'
import { preparingIn, withPrepared } from './prepared-videos.ts'
import { leadsHere } from './same-address.ts'

export type GuestState =
  | { readonly at: 'loading' }
  | { readonly at: 'expired' }
  | { readonly at: 'failed'; readonly message: string; readonly retry: () => void }
  | { readonly at: 'ready'; readonly info: GuestInfo; readonly menu: readonly MenuSection[] }

export type GuestInfo = NonNullable<ReturnType<typeof useInfo>['data']>['data']['attributes']
export type MenuSection = NonNullable<
  ReturnType<typeof useMenu>['data']
>['data']['user_survey_navigation_menu']['user_survey_sections'][number]

/** Opening a link counts as a view; coming back to the tab does not. */
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const

/** First the proof that the link of this page is the active one, then the survey behind it. */
export function useGuestReport(linkToken: string, linkId: string, path: string): GuestState {
  const query = { link_share_id: linkId, ...(linkToken !== '' && { link_token: linkToken }) }
  const proof = useQuery({ ...reading(activeLink, { query }), ...once })
  const proven = leadsHere(proof.data?.data.active_link ?? null, path)
  const info = useInfo(linkId, proven)
  const menu = useMenu(linkId, proven)

  const asked = [proof, info, menu]
  if (asked.some(({ error }) => isRefused(error)) || (proof.isSuccess && !proven)) return { at: 'expired' }
  const broken = asked.find(({ error, data }) => error !== null && data === undefined)
  if (broken?.error) {
    const retry = () => {
      for (const one of asked) if (one.error) void one.refetch()
    }
    return { at: 'failed', message: broken.error.message, retry }
  }
  if (!info.data || !menu.data) return { at: 'loading' }
  return {
    at: 'ready',
    info: info.data.data.attributes,
    menu: menu.data.data.user_survey_navigation_menu.user_survey_sections,
  }
}

function useInfo(linkId: string, enabled: boolean) {
  return useQuery({ ...reading(guestInfo, { query: { guest_survey_id: linkId } }), ...once, enabled })
}

/** Asked again when the reader comes back to the tab: the link may have ended meanwhile. */
function useMenu(linkId: string, enabled: boolean) {
  return useQuery({
    ...reading(guestNavigation, { query: { guest_survey_id: linkId } }),
    staleTime: 60_000,
    enabled,
  })
}

/** One section, kept once it is read: fetched again it has other addresses, and every picture starts anew. */
export function useSection(linkId: string, sectionId: string) {
  const query = { guest_survey_id: linkId, guest_survey_section_id: sectionId }
  const section = useQuery({ ...reading(guestSection, { query }), ...once, gcTime: 3_600_000 })
  const { dataUpdatedAt, refetch } = section
  /** Signed addresses run out. A fresh section has fresh ones; what is just fetched is not asked for again. */
  const renew = () => {
    if (Date.now() - dataUpdatedAt > 10_000) void refetch()
  }
  usePreparedVideos(linkId, sectionId, section.data)
  return { ...section, renew }
}

type SectionReply = ReplyOf<typeof guestSection>

/** A copy takes seconds to minutes. */
const askEvery = 10_000

/** While videos of a section are being prepared, asks for them, and puts those that are ready into the section. */
function usePreparedVideos(linkId: string, sectionId: string, shown: SectionReply | undefined): void {
  const client = useQueryClient()
  const query = reading(guestSection, {
    query: { guest_survey_id: linkId, guest_survey_section_id: sectionId },
  })
  const { queryKey } = query
  const { data } = useQuery({
    ...query,
    queryKey: [...queryKey, 'prepared'],
    enabled: shown !== undefined && preparingIn(shown.data.attributes).size > 0,
    refetchInterval: ({ state }) => (state.error ? false : askEvery),
    gcTime: 0,
  })
  useEffect(() => {
    if (!data || !shown) return
    const merged = withPrepared(shown.data.attributes, data.data.attributes)
    if (merged !== shown.data.attributes)
      client.setQueryData(queryKey, { ...shown, data: { ...shown.data, attributes: merged } })
  }, [client, data, shown, queryKey])
}

/** Signed addresses of the plans run out with the hour; the basic info brings fresh ones. */
export function useRenewInfo(linkId: string): () => void {
  const client = useQueryClient()
  const { queryKey } = reading(guestInfo, { query: { guest_survey_id: linkId } })
  return () => {
    const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {}
    if (Date.now() - dataUpdatedAt > 10_000) void client.invalidateQueries({ queryKey })
  }
}

/** What was read through a link that has ended is not kept. */
export function useForget() {
  const client = useQueryClient()
  return () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === guestSection.name })
}

/** The server knows this link no more: revoked, replaced, run out, or never there. */
export function isRefused(error: unknown): boolean {
  return error instanceof ReadFailed && [401, 403, 404, 410, 422].includes(error.failure.status)
}

export function isGone(error: unknown): boolean {
  return error instanceof ReadFailed && error.failure.status === 410
}
