import { Badge, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { ImportReport } from '#contract/templates/custom-forms.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './form-library.module.css'

type Note = ImportReport['notes'][number]

const levels = ['error', 'warning', 'info'] as const
const names = { error: 'library.errors', warning: 'library.warnings', info: 'library.infos' } as const
const single = { error: 'library.error', warning: 'library.warning', info: 'library.info' } as const

/** Notes about rows that changed on import, most severe first. */
export function ImportNotes({ notes }: { notes: readonly Note[] }) {
  const [level, setLevel] = useState<Note['level'] | ''>('')
  if (notes.length === 0) return <Text>{t('library.nothingTold')}</Text>
  const shown = levels.filter((one) => level === '' || one === level)
  const sorted = shown.flatMap((one) => notes.filter((note) => note.level === one))
  return (
    <>
      <NativeSelect
        mb="sm"
        label={t('library.notes', { count: notes.length })}
        value={level}
        onChange={(event) => setLevel(levels.find((one) => one === event.currentTarget.value) ?? '')}
        data={[
          { value: '', label: t('library.all') },
          ...levels.map((value) => ({
            value,
            label: t(names[value], { count: notes.filter((note) => note.level === value).length }),
          })),
        ]}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need keyboard access */}
      <section className={classes.notes} aria-label={t('library.notesName')} tabIndex={0}>
        <ul>
          {sorted.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notes may repeat and never move
            <li key={index} className={classes.note}>
              <Badge
                size="sm"
                tt="none"
                {...(note.level === 'error' ? { color: 'red.8' } : { variant: 'default' })}
              >
                {t(single[note.level])}
              </Badge>
              <span>
                <Text component="span" size="sm" c="dimmed">
                  {placeOf(note)}
                </Text>
                <br />
                {note.message}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function placeOf({ sheet, row, column }: Note): string {
  const place = row === null ? sheet : t('library.row', { sheet, row })
  return column === null ? place : `${place} · ${column}`
}
