import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { firstPages, type OpenedPdf } from './open-pdf.ts'
import classes from './plans.module.css'

interface Props {
  readonly pdf: OpenedPdf
  /** Number of plans the survey can still hold. */
  readonly room: number
  readonly onChosen: (pages: readonly number[]) => void
  readonly onCancel: () => void
}

/** Selects the pages of a PDF that become plans. Initially all, up to the number that fit. */
export function PageChooser({ pdf, room, onChosen, onCancel }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(firstPages(pdf.pages, room)))
  const toggle = (page: number) =>
    setChosen((known) => {
      const next = new Set(known)
      if (!next.delete(page)) next.add(page)
      return next
    })
  const pages = Array.from({ length: pdf.pages }, (_, index) => index + 1)
  return (
    <>
      <p className={classes.quiet}>{t('plans.pagesOf', { name: pdf.name, count: pdf.pages })}</p>
      {room < pdf.pages && <p className={classes.quiet}>{t('plans.roomFor', { count: room })}</p>}
      {pdf.pages > 1 && (
        <Group gap="xs" mt="xs">
          <Button variant="subtle" px="xs" onClick={() => setChosen(new Set(firstPages(pdf.pages, room)))}>
            {t('plans.selectAll')}
          </Button>
          <Button variant="subtle" px="xs" onClick={() => setChosen(new Set())}>
            {t('plans.selectNone')}
          </Button>
        </Group>
      )}
      <ul className={classes.pages}>
        {pages.map((page) => (
          <li key={page}>
            <PageChoice
              pdf={pdf}
              page={page}
              checked={chosen.has(page)}
              disabled={!chosen.has(page) && chosen.size >= room}
              onToggle={() => toggle(page)}
            />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md" className={classes.pagesFoot ?? ''}>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button disabled={chosen.size === 0} onClick={() => onChosen([...chosen].sort((a, b) => a - b))}>
          {t('plans.addPages', { count: chosen.size })}
        </Button>
      </Group>
    </>
  )
}

interface ChoiceProps {
  readonly pdf: OpenedPdf
  readonly page: number
  readonly checked: boolean
  readonly disabled: boolean
  readonly onToggle: () => void
}

function PageChoice({ pdf, page, checked, disabled, onToggle }: ChoiceProps) {
  const { frame, url } = usePagePicture(pdf, page)
  return (
    <label className={classes.page} data-checked={checked} data-disabled={disabled}>
      <span className={classes.pagePicture} ref={frame}>
        {url && <img src={url} alt="" />}
      </span>
      <span className={classes.pageName}>
        <input type="checkbox" checked={checked} disabled={disabled} onChange={onToggle} />
        {t('plans.page', { page })}
      </span>
    </label>
  )
}

/** Renders the page when it becomes visible, because a PDF may have 200 pages. */
function usePagePicture(pdf: OpenedPdf, page: number) {
  const frame = useRef<HTMLSpanElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let left = false
    const draw = async () => {
      const blob = await pdf.draw(page, 'thumbnail')
      if (!blob || left) return
      made = URL.createObjectURL(blob)
      setUrl(made)
    }
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watch.disconnect()
      void draw()
    })
    if (frame.current) watch.observe(frame.current)
    return () => {
      left = true
      watch.disconnect()
      if (made) URL.revokeObjectURL(made)
    }
  }, [pdf, page])
  return { frame, url }
}
