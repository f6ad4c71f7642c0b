import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  secret: string
  onClose: () => void
}

type Copied = 'apiKeys.copied' | 'apiKeys.copyFailed'

/** Shows the new key, for the only time. Only its button closes the dialog. */
export function MadeKey({ secret, onClose }: Props) {
  const [result, setResult] = useState<Copied | null>(null)

  async function copy() {
    setResult(await copyText(secret))
  }

  return (
    <Dialog
      opened
      onClose={() => undefined}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('apiKeys.made')}
    >
      <Stack gap="md">
        <Text>{t('apiKeys.madeText')}</Text>
        <TextInput
          label={t('apiKeys.key')}
          value={secret}
          readOnly
          spellCheck={false}
          styles={{ input: { fontFamily: 'monospace' } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap="sm">
          <Button
            data-autofocus
            leftSection={
              result === 'apiKeys.copied' ? (
                <IconCheck size={18} aria-hidden />
              ) : (
                <IconCopy size={18} aria-hidden />
              )
            }
            onClick={() => void copy()}
          >
            {t('apiKeys.copy')}
          </Button>
          <Text role="status">{result && t(result)}</Text>
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('apiKeys.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Fails without HTTPS and where the browser does not allow it. */
async function copyText(text: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text)
    return 'apiKeys.copied'
  } catch {
    // Not a fault: the user is asked to copy by hand.
    return 'apiKeys.copyFailed'
  }
}
