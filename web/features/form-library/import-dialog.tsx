import { Alert, Badge, Button, FileButton, Group, Loader, NativeSelect, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { createForm, type ImportReport } from '#contract/templates/custom-forms.ts'
import { useDropZone } from '#web/lib/files/use-drop-zone.ts'
import { byField, call, newKey } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './form-library.module.css'
import { reloadForms } from './queries.ts'

const levels = ['error', 'warning', 'info'] as const

const names = { error: 'library.errors', warning: 'library.warnings', info: 'library.infos' } as const

const single = { error: 'library.error', warning: 'library.warning', info: 'library.info' } as const

interface Props {
  onClose: () => void
  onMade: (id: string) => void
}

interface Tried {
  readonly file: File
  readonly name: string
  readonly sections: number
  readonly fields: number
  readonly report: ImportReport
}

const kinds = '.xlsx,.xls,.csv,.md,.txt,.json'
/** Milliseconds; the server takes seconds for a large form. */
const timeout = 120_000

/** Imports a form from a spreadsheet and shows the result before creating it. */
export function ImportDialog({ onClose, onMade }: Props) {
  const [tried, setTried] = useState<Tried | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // A retry of the same file keeps its idempotency key; another file gets a new one.
  const [key, setKey] = useState(newKey)

  async function look(file: File | null | undefined) {
    if (!file) return
    setTried(null)
    setProblem(null)
    setKey(newKey())
    if (file.size > limits.formFileBytes) return setProblem(t('templates.fileTooLarge'))
    setBusy(true)
    const result = await send(file, newKey(), true)
    setBusy(false)
    if (!result.ok) return setProblem(byField(result).file ?? result.message)
    const { name, sections, fields } = result.reply.data.attributes
    const report = result.reply.meta.import ?? { rows: 0, imported: 0, notes: [] }
    setTried({ file, name, sections, fields, report })
  }
  async function make() {
    if (!tried) return
    setBusy(true)
    setProblem(null)
    const result = await send(tried.file, key, false)
    setBusy(false)
    if (!result.ok) return setProblem(byField(result).file ?? result.message)
    void reloadForms()
    onMade(result.reply.data.id)
  }
  const { over, zone } = useDropZone((files) => void look(files[0]))

  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={t('library.importTitle')} size="lg">
      {problem && (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      )}
      {tried ? (
        <Found tried={tried} />
      ) : (
        <fieldset
          className={classes.drop}
          aria-label={t('library.importTitle')}
          data-over={over || undefined}
          {...zone}
        >
          <Text mb="md">{t('library.importText')}</Text>
          {busy && <Loader size="sm" aria-label={t('common.loading')} />}
        </fieldset>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <FileButton onChange={(file) => void look(file)} accept={kinds}>
          {(props) => (
            <Button
              {...props}
              variant={tried ? 'default' : 'filled'}
              disabled={busy}
              leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
              data-autofocus
            >
              {t(tried ? 'library.chooseOther' : 'library.choose')}
            </Button>
          )}
        </FileButton>
        {tried && (
          <Button onClick={() => void make()} loading={busy}>
            {t('library.importNow')}
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

function Found({ tried: { file, name, sections, fields, report } }: { tried: Tried }) {
  return (
    <div role="status">
      <Text size="sm" c="dimmed" className={classes.name ?? ''}>
        {file.name}
      </Text>
      <Text fw={600} className={classes.name ?? ''}>
        {name}
      </Text>
      <Text mb="md">
        {t('library.size', { sections, fields })}
        {' · '}
        {t('library.imported', { imported: report.imported, rows: report.rows })}
      </Text>
      <ImportNotes notes={report.notes} />
    </div>
  )
}

/** Builds a new FormData for each call: a body can be sent only once. */
function send(file: File, key: string, isDry: boolean) {
  const form = new FormData()
  form.append('dry_run', String(isDry))
  form.append('file', file, file.name)
  return call(createForm, { body: {} }, { key, form, timeout })
}

type Note = ImportReport['notes'][number]

/** Notes about rows that changed on import, most severe first. */
function ImportNotes({ notes }: { notes: readonly Note[] }) {
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
