import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { formFileName } from '#contract/rules/form-file-name.ts'
import { exportForm as agreed, archiveForm, restoreForm } from '#contract/templates/custom-forms.ts'
import { call } from '#web/lib/http/call.ts'
import { handOver } from '#web/lib/http/download.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useLayer } from '#web/lib/page/use-layer.ts'
import { useIsAdmin } from '#web/lib/session/role.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { addressOf } from '../../lib/http/call.ts'
import type { OpenDialog } from './form-dialogs.tsx'
import { nameOf } from './labels.ts'
import { type Form, reloadForms } from './queries.ts'

const formats = ['xlsx', 'csv', 'json'] as const
type Format = (typeof formats)[number]

/** Downloads the template. Returns an error message or null. */
async function exportForm(id: string, name: string, format: Format): Promise<string | null> {
  const token = currentSession()?.token
  if (!token) return t('accounts.logInAgain')
  const address = addressOf(agreed, { params: { id }, query: { format } })
  const reply = await fetch(address, { headers: { token }, cache: 'no-store', credentials: 'omit' }).catch(
    // Reported below.
    () => null,
  )
  // An interrupted download is reported below.
  const file = reply?.ok ? await reply.blob().catch(() => null) : null
  if (!file) return t('library.exportFailed')
  handOver(file, formFileName(name, format))
  return null
}

interface Props {
  form: Form
  onOpen: (opened: OpenDialog) => void
  onOutcome: (text: string) => void
}

const formatNames = {
  xlsx: 'library.exportXlsx',
  csv: 'library.exportCsv',
  json: 'library.exportJson',
} as const

/** Actions on a template other than editing. */
export function FormMenu({ form, onOpen, onOutcome }: Props) {
  const [busy, setBusy] = useState(false)
  const [opened, setOpened] = useState(false)
  useLayer(opened, () => setOpened(false))
  const { is_library: ships, state, version } = form.attributes
  const name = nameOf(form)
  const isAdmin = useIsAdmin()
  const mayOffer = !ships || isAdmin === true
  const [Off, On] = ships ? [IconEyeOff, IconEye] : [IconArchive, IconArchiveOff]

  async function whileBusy(work: () => Promise<string | null>) {
    setBusy(true)
    const outcome = await work()
    setBusy(false)
    if (outcome !== null) onOutcome(outcome)
  }
  const change = (archive: boolean) =>
    whileBusy(async () => {
      const result = await call(archive ? archiveForm : restoreForm, { params: { id: form.id } })
      if (!result.ok) return result.message
      await reloadForms()
      if (ships) return t(archive ? 'library.hiddenDone' : 'library.shownDone', { name })
      return t(archive ? 'library.archivedDone' : 'library.restoredDone', { name })
    })

  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width="max-content">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={44}
          loading={busy}
          aria-label={t('library.moreOf', { name })}
          title={t('library.more')}
        >
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!ships && (
          <Menu.Item
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => onOpen({ what: 'copy', form })}
          >
            {t('library.copy')}
          </Menu.Item>
        )}
        {!ships && version > 0 && (
          <Menu.Item
            component={Link}
            to={`/Templates/${form.id}/versions`}
            leftSection={<IconHistory size={18} aria-hidden />}
          >
            {t('library.versions')}
          </Menu.Item>
        )}
        {formats.map((format) => (
          <Menu.Item
            key={format}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void whileBusy(() => exportForm(form.id, name, format))}
          >
            {t(formatNames[format])}
          </Menu.Item>
        ))}
        {mayOffer && state === 'published' && (
          <Menu.Item leftSection={<Off size={18} aria-hidden />} onClick={() => void change(true)}>
            {t(ships ? 'library.hide' : 'library.archive')}
          </Menu.Item>
        )}
        {mayOffer && state === 'archived' && (
          <Menu.Item leftSection={<On size={18} aria-hidden />} onClick={() => void change(false)}>
            {t(ships ? 'library.show' : 'library.restore')}
          </Menu.Item>
        )}
        {!ships && version === 0 && (
          <Menu.Item
            color="red.8"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => onOpen({ what: 'delete', form })}
          >
            {t('library.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
