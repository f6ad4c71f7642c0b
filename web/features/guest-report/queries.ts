import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { guestInfo, guestNavigation, guestSection } from '#contract/sharing/guests.ts'
import { activeLink } from '#contract/sharing/sharing.ts'
import { ReadFailed, reading } from '#web/lib/http/query-client.ts'
import type { GuestSection } from './shown-parts.ts'

export type GuestState =
  | { readonly at: 'loading' }
  | { readonly at: 'expired' }
  | { readonly at: 'failed'; readonly message: string; readonly retry: () => void }
  | { readonly at: 'ready'; readonly info: GuestInfo; readonly menu: readonly MenuSection[] }

export type GuestInfo = NonNullable<ReturnType<typeof useInfo>['data']>['data']['attributes']
export type MenuSection = NonNullable<
  ReturnType<typeof useMenu>['data']
>['data']['user_survey_navigation_menu']['user_survey_sections'][number]

/** Opening a link counts as a view; refocusing the tab must not. */
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const

/** First verifies that this page's link is active, then reads the survey. */
export function useGuestReport(linkToken: string, linkId: string, path: string): GuestState {
  const query = { link_share_id: linkId, ...(linkToken !== '' && { link_token: linkToken }) }
  const proof = useQuery({ ...reading(activeLink, { query }), ...once })
  const proven = isThisPage(proof.data?.data.active_link ?? null, path)
  const info = useInfo(linkId, proven)
  const menu = useMenu(linkId, proven)

  const asked = [proof, info, menu]
  if (asked.some(({ error }) => isRejected(error)) || (proof.isSuccess && !proven)) return { at: 'expired' }
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

/** Refetches on refocus: the link may have ended. */
function useMenu(linkId: string, enabled: boolean) {
  return useQuery({
    ...reading(guestNavigation, { query: { guest_survey_id: linkId } }),
    staleTime: 60_000,
    enabled,
  })
}

/** Reads a section once. A refetch would change the signed URLs and reload every picture. */
export function useSection(linkId: string, sectionId: string) {
  const query = { guest_survey_id: linkId, guest_survey_section_id: sectionId }
  const section = useQuery({ ...reading(guestSection, { query }), ...once, gcTime: 3_600_000 })
  const { dataUpdatedAt, refetch } = section
  /** Refetches to renew expired signed URLs, unless the data is fresh. */
  const renew = () => {
    if (Date.now() - dataUpdatedAt > 10_000) void refetch()
  }
  usePreparedVideos(linkId, sectionId, section.data)
  return { ...section, renew }
}

type SectionReply = ReplyOf<typeof guestSection>

/** Milliseconds; preparing a video takes seconds to minutes. */
const askEvery = 10_000

/** Polls while videos are being prepared and puts the ready ones into the section. */
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

/** Renews the plans' signed URLs, which expire after an hour, by reading the basic info again. */
export function useRenewInfo(linkId: string): () => void {
  const client = useQueryClient()
  const { queryKey } = reading(guestInfo, { query: { guest_survey_id: linkId } })
  return () => {
    const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {}
    if (Date.now() - dataUpdatedAt > 10_000) void client.invalidateQueries({ queryKey })
  }
}

/** Returns a function that clears sections read through an ended link. */
export function useClearSections() {
  const client = useQueryClient()
  return () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === guestSection.name })
}

/** Whether the server rejected the link: revoked, replaced, expired or unknown. */
export function isRejected(error: unknown): boolean {
  return error instanceof ReadFailed && [401, 403, 404, 410, 422].includes(error.failure.status)
}

export function isGone(error: unknown): boolean {
  return error instanceof ReadFailed && error.failure.status === 410
}

/**
 * Whether `link` points to the open page. Compares paths only: hosts may differ, and the page's path may have
 * the id without the token.
 */
export function isThisPage(link: string | null, path: string): boolean {
  if (link === null) return false
  try {
    const active = plain(new URL(link, 'http://here').pathname)
    return [active, withoutToken(active)].includes(plain(path))
  } catch {
    // A malformed link is not the active one.
    return false
  }
}

/** '/survey-report/<token>/<id>' → '/survey-report/<id>' */
function withoutToken(path: string): string {
  return path.replace(/[^/]+\/(?=[^/]+$)/, '')
}

function plain(path: string): string {
  return path.replace(/\/+$/, '')
}

type Video =
  GuestSection['user_survey_sub_sections'][number]['user_survey_sub_section_details'][number]['videos'][number]

/** Ids of the section's videos that are still being prepared. */
export function preparingIn(section: GuestSection): ReadonlySet<string> {
  return new Set(videosIn(section).flatMap((video) => (video.is_preparing ? [video.id] : [])))
}

/**
 * Replaces videos that became ready; returns the same object if there are none. The rest keeps its signed
 * URLs: with new ones every picture would load again.
 */
export function withPrepared(section: GuestSection, latest: GuestSection): GuestSection {
  const waiting = preparingIn(section)
  const ready = new Map(
    videosIn(latest).flatMap((video) =>
      waiting.has(video.id) && !video.is_preparing ? [[video.id, video]] : [],
    ),
  )
  if (ready.size === 0) return section
  return {
    ...section,
    user_survey_sub_sections: section.user_survey_sub_sections.map((part) => ({
      ...part,
      user_survey_sub_section_details: part.user_survey_sub_section_details.map((detail) => ({
        ...detail,
        videos: detail.videos.map((video) => ready.get(video.id) ?? video),
      })),
    })),
  }
}

function videosIn({ user_survey_sub_sections }: GuestSection): readonly Video[] {
  return user_survey_sub_sections.flatMap((part) =>
    part.user_survey_sub_section_details.flatMap(({ videos }) => videos),
  )
}
