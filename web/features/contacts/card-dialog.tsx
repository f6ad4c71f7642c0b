import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import wasm from 'zxing-wasm/writer/zxing_writer.wasm?url'
import type { Contact } from '#contract/accounts/contacts.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { shownName, type VcardVersion, writeVcard } from '#survey/vcard/write.ts'
import { handOver } from '#web/lib/http/download.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './contacts.module.css'

/** A contact's vCard as a QR code, a file, or through the device's share sheet. */
export function CardDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const name = shownName(contact)
  const shared = vcardFile(contact, '3.0')
  return (
    <Dialog opened onClose={onClose} title={t('contacts.cardOf', { name })}>
      <Code contact={contact} />
      <Group gap="sm" mt="md">
        {(['3.0', '4.0'] as const).map((version) => (
          <Button key={version} variant="default" onClick={() => download(contact, version)}>
            {t(version === '3.0' ? 'contacts.download3' : 'contacts.download4')}
          </Button>
        ))}
        {navigator.canShare?.({ files: [shared] }) && (
          // Closing the share sheet is not an error.
          <Button onClick={() => navigator.share({ files: [shared] }).catch(() => undefined)}>
            {t('contacts.share')}
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

function Code({ contact }: { contact: Contact }) {
  const [code, setCode] = useState<{ svg: string } | { problem: MessageKey } | null>(null)
  useEffect(() => {
    let canceled = false
    // A photo doesn't fit into a QR code.
    qrCode(writeVcard({ ...contact, photo: '' }, '3.0')).then(
      (svg) => canceled || setCode(svg ? { svg } : { problem: 'contacts.qrTooLarge' }),
      () => canceled || setCode({ problem: 'contacts.qrFailed' }),
    )
    return () => {
      canceled = true
    }
  }, [contact])
  if (!code) return <div className={classes.code} />
  if ('problem' in code) return <Text role="status">{t(code.problem)}</Text>
  return (
    <>
      <img
        className={classes.code}
        src={`data:image/svg+xml,${encodeURIComponent(code.svg)}`}
        alt={t('contacts.qr', { name: shownName(contact) })}
      />
      {contact.photo && (
        <Text size="sm" ta="center" mt="xs">
          {t('contacts.qrWithout')}
        </Text>
      )}
    </>
  )
}

function download(contact: Contact, version: VcardVersion): void {
  const file = vcardFile(contact, version)
  handOver(file, file.name)
}

function vcardFile(contact: Contact, version: VcardVersion): File {
  // Characters that some file systems reject.
  const name = shownName(contact)
    .replaceAll(/[\\/:*?"<>|]+/g, '-')
    .slice(0, 80)
  return new File([writeVcard(contact, version)], `${name}.vcf`, { type: 'text/vcard' })
}

/** A QR code as SVG, or null if the text is too long. */
async function qrCode(text: string): Promise<string | null> {
  // Capacity of the largest code at the lowest error correction.
  if (new TextEncoder().encode(text).length > 2_900) return null
  const { prepareZXingModule, writeBarcode } = await import('zxing-wasm/writer')
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  const { svg, error } = await writeBarcode(text, { format: 'QRCode' })
  if (error || !svg) throw new Error(error)
  return svg
}
