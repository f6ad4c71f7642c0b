import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { handOver } from '#web/lib/http/download.ts'
import { t } from '#web/lib/language/translate.ts'
import { logError } from '#web/offline/store/journal.ts'
import { isQuota } from '#web/offline/store/storage-failure.ts'
import { Section } from '#web/ui/section.tsx'

type Refusal = 'not-a-bundle' | 'newer' | 'other-account' | 'damaged'

const refusals = {
  'not-a-bundle': 'storage.importNotParcel',
  newer: 'storage.importNewer',
  'other-account': 'storage.importOtherAccount',
  damaged: 'storage.importDamaged',
} as const satisfies Record<Refusal, string>

/** Exports unsent work to a file for another device, or imports it. */
export function TransferSection({ account }: { account: string }) {
  const [busy, setBusy] = useState<'out' | 'in' | null>(null)
  const [outcome, setOutcome] = useState<{ readonly words: string; readonly bad: boolean } | null>(null)
  const reset = useRef<() => void>(null)

  async function exportAll() {
    setBusy('out')
    setOutcome({ words: t('storage.exporting'), bad: false })
    setOutcome(await exported(account))
    setBusy(null)
  }
  async function importFile(file: File | null) {
    reset.current?.()
    if (!file) return
    setBusy('in')
    setOutcome({ words: t('storage.importing'), bad: false })
    setOutcome(await imported(account, file))
    setBusy(null)
  }

  return (
    <Section id="carry" title={t('storage.carry')}>
      <Text mb="md">{t('storage.carryText')}</Text>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={busy === 'out'}
          disabled={busy === 'in'}
          onClick={() => void exportAll()}
        >
          {t('storage.export')}
        </Button>
        <FileButton
          resetRef={reset}
          accept="application/zip,.zip"
          onChange={(file) => void importFile(file)}
          inputProps={{ 'aria-label': t('storage.import') }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={18} aria-hidden />}
              loading={busy === 'in'}
              disabled={busy === 'out'}
            >
              {t('storage.import')}
            </Button>
          )}
        </FileButton>
      </Group>
      <Text
        size="sm"
        mt="sm"
        role={outcome?.bad ? 'alert' : 'status'}
        {...(outcome?.bad && { c: 'var(--mantine-color-error)' })}
      >
        {outcome?.words}
      </Text>
    </Section>
  )
}

async function exported(account: string) {
  try {
    const { makeExportBundle } = await import('#web/offline/export-bundle/make-bundle.ts')
    const bundle = await makeExportBundle(account)
    if (!bundle) return { words: t('storage.exportNothing'), bad: false }
    handOver(bundle.file, bundle.name)
    return { words: t('storage.exported', { count: bundle.changes }), bad: false }
  } catch (error) {
    logError('export bundle')(error)
    return { words: t('storage.exportFailed'), bad: true }
  }
}

async function imported(account: string, file: File) {
  const { importBundle } = await import('#web/offline/export-bundle/import-bundle.ts')
  const { BundleRefused } = await import('#web/offline/export-bundle/open-bundle.ts')
  try {
    const { added } = await importBundle(account, file)
    const words = added > 0 ? t('storage.imported', { count: added }) : t('storage.importedNothing')
    return { words, bad: false }
  } catch (error) {
    logError('import bundle')(error)
    if (error instanceof BundleRefused) return { words: t(refusals[error.refusal]), bad: true }
    return { words: t(isQuota(error) ? 'storage.importNoRoom' : 'storage.importFailed'), bad: true }
  }
}
