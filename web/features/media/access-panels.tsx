import { Alert, Button, Text } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import classes from './file-picker.module.css'
import type { MediaSource } from './media-access.ts'

interface AskProps {
  readonly source: MediaSource
  readonly onAllow: () => void
  readonly onDeny: () => void
}

/** Our own question before the browser's or phone's permission prompt. */
export function AskAccess({ source, onAllow, onDeny }: AskProps) {
  return (
    <Panel text={<Text fw={600}>{t(source === 'camera' ? 'media.allowCamera' : 'media.allowGallery')}</Text>}>
      <Text size="sm" c="dimmed">
        {t('media.allowNote')}
      </Text>
      <div className={classes.answers}>
        <Button variant="default" onClick={onDeny}>
          {t('media.deny')}
        </Button>
        <Button onClick={onAllow}>{t('media.allow')}</Button>
      </div>
    </Panel>
  )
}

interface NoProps {
  readonly source: MediaSource
  readonly onAskAgain: () => void
  readonly onBack: () => void
}

/** Shown if the user denied access here or in the browser's settings. */
export function NoAccess({ source, onAskAgain, onBack }: NoProps) {
  const text = t(source === 'camera' ? 'media.noCamera' : 'media.noGallery')
  return (
    <Panel
      text={
        <Alert color="red" role="alert">
          {text}
        </Alert>
      }
    >
      <div className={classes.answers}>
        <Button variant="default" onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button onClick={onAskAgain}>{t('media.askAgain')}</Button>
      </div>
      <Button component={Link} to="/dashboard" variant="subtle">
        {t('form.toHistory')}
      </Button>
    </Panel>
  )
}

/** Takes focus, because the previously focused button was removed. */
function Panel({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in place of the question
    <div ref={panel} role="group" aria-labelledby={id} tabIndex={-1} className={classes.panel}>
      <div id={id}>{text}</div>
      {children}
    </div>
  )
}
