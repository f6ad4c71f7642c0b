import { createContext, use, useEffect } from 'react'

/** What a form may have to say about itself, the most urgent first. */
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

/** The notices that stand at the form's top, and the line that stands for them once they scrolled away. */
export interface Notices {
  /** The shortest words of each that there is. */
  readonly shown: ReadonlyMap<NoticeKind, string>
  readonly isAway: boolean
  readonly isOpen: boolean
  /** The id of what opens. */
  readonly id: string
  readonly toggle: () => void
}

export const NoticesContext = createContext<Notices | null>(null)

/** Says that a notice is there, or with null that it is not any more. */
export const ShowNotice = createContext<(kind: NoticeKind, words: string | null) => void>(() => undefined)

/** Told by a notice while it is drawn: its shortest words, for when it is out of sight. */
export function useNotice(kind: NoticeKind, words: string): void {
  const show = use(ShowNotice)
  useEffect(() => {
    show(kind, words)
    return () => show(kind, null)
  }, [show, kind, words])
}
