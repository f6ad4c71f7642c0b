import { createContext, use, useEffect } from 'react'

/** Kinds of notices, most urgent first. */
export const noticeKinds = [
  'trouble',
  'gone',
  'conflicts',
  'lost',
  'moved',
  'recovered',
  'changed',
  'review',
  'viewer',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The notices at the form's top, and the state of the line that represents them when scrolled away. */
export interface Notices {
  /** The short text of each visible notice. */
  readonly shown: ReadonlyMap<NoticeKind, string>
  readonly isAway: boolean
  readonly isOpen: boolean
  /** The element id of the notices. */
  readonly id: string
  readonly toggle: () => void
}

export const NoticesContext = createContext<Notices | null>(null)

/** Registers a notice's short text, or removes the notice with null. */
export const ShowNotice = createContext<(kind: NoticeKind, words: string | null) => void>(() => undefined)

/** Registers the notice while it is mounted. `words` is its short text for the notice line. */
export function useNotice(kind: NoticeKind, words: string): void {
  const show = use(ShowNotice)
  useEffect(() => {
    show(kind, words)
    return () => show(kind, null)
  }, [show, kind, words])
}
