import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { copyText } from '#web/lib/page/copy-text.ts'
import { SendLink } from './send-link.tsx'
import classes from './share-dialog.module.css'
import type { ShareLink } from './use-share-link.ts'

interface Props {
  readonly link: ShareLink
  readonly onSent: (status: string) => void
  readonly onGenerate: () => void
  readonly onRevoke: () => void
}

export function ActiveLink({ link, onSent, onGenerate, onRevoke }: Props) {
  return (
    <Stack className={classes.body} gap="md">
      <LinkField key={link.shareable_link} address={link.shareable_link} />
      <SendLink key={link.link_share_id} linkId={link.link_share_id} onSent={onSent} />
      <ul className={classes.facts}>
        <li>{t('sharing.views', { count: link.views })}</li>
        <li>{t('sharing.createdOn', { date: shortDate(link.created_at) })}</li>
        <li>{link.ends_at ? t('sharing.endsOn', { date: shortDate(link.ends_at) }) : t('sharing.noEnd')}</li>
      </ul>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          color="red"
          c="var(--mantine-color-error)"
          className={classes.revoke}
          onClick={onRevoke}
        >
          {t('sharing.revoke')}
        </Button>
        <Button variant="default" onClick={onGenerate}>
          {t('sharing.generate')}
        </Button>
      </div>
    </Stack>
  )
}

function LinkField({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = async () => {
    if (field.current) setCopied(await copyText(field.current))
  }
  return (
    <div>
      <div className={classes.link}>
        <TextInput
          ref={field}
          className={classes.address}
          label={t('sharing.link')}
          description={t('sharing.linkReady')}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          leftSection={copied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('sharing.copy')}
        </Button>
      </div>
      <Text
        size="sm"
        className={classes.statement}
        role="status"
        {...(copied === false && { c: 'var(--mantine-color-error)' })}
      >
        {copied === null ? '' : t(copied ? 'sharing.copied' : 'sharing.copyByHand')}
      </Text>
    </div>
  )
}
