import { Alert, Anchor, Button, Group, SegmentedControl, Textarea, Title } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { type FormEvent, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import classes from './editor.module.css'
import { LegalBody } from './legal-body.tsx'
import type { LegalKind, LegalText } from './queries.ts'
import { useEditor } from './use-editor.ts'

interface Props {
  kind: LegalKind
  userId: string
  newest: LegalText
}

/** Markdown with a live preview: side by side, or as tabs on narrow screens. */
export function Editor({ kind, userId, newest }: Props) {
  const editor = useEditor(userId, kind, newest)
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const [pane, setPane] = useState<'write' | 'preview'>('write')
  const [discarding, setDiscarding] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const { trouble } = editor

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (editor.saving) return
    setPane('write')
    await editor.save()
    input.current?.focus()
  }
  return (
    <form onSubmit={submit} noValidate>
      {!wide && <PaneChoice pane={pane} onChange={setPane} />}
      <div className={classes.panes}>
        {(wide || pane === 'write') && (
          <Textarea
            ref={input}
            label={t('terms.text')}
            description={t('terms.textHint')}
            autosize
            minRows={14}
            maxRows={28}
            maxLength={limits.legalTextMax}
            value={editor.text}
            error={trouble !== null && !trouble.outdated && trouble.text}
            onChange={(event) => editor.write(event.currentTarget.value)}
          />
        )}
        {(wide || pane === 'preview') && <Preview text={editor.text} />}
      </div>
      <div role="status">
        {editor.saved && (
          <Alert color="green" mt="md" c="green.9" variant="light">
            {t(kind === 'terms' ? 'terms.updated' : 'terms.privacyUpdated')}{' '}
            <ToText kind={kind}>{t('terms.showNewest')}</ToText>
          </Alert>
        )}
      </div>
      {trouble?.outdated && (
        <Alert color="red" role="alert" mt="md" variant="light">
          <p>{trouble.text}</p>
          <Group gap="md">
            <Button variant="default" onClick={editor.saveAnyway} loading={editor.saving}>
              {t('terms.saveAnyway')}
            </Button>
            <ToText kind={kind}>{t('terms.showNewest')}</ToText>
          </Group>
        </Alert>
      )}
      <p>
        {editor.changed && `${t('terms.unsaved')} `}
        {t('terms.oneForAll')} {kind === 'terms' && t('terms.asksAgain')}
      </p>
      <Group gap="md">
        <Button type="submit" loading={editor.saving} disabled={!editor.changed}>
          {t('common.save')}
        </Button>
        {editor.changed && (
          <Button variant="default" onClick={() => setDiscarding(true)} disabled={editor.saving}>
            {t('terms.discard')}
          </Button>
        )}
      </Group>
      {discarding && (
        <ConfirmDialog
          opened
          title={t('terms.discard')}
          text={t('terms.discardQuestion')}
          onClose={() => setDiscarding(false)}
          onConfirm={() => {
            editor.discard()
            setDiscarding(false)
          }}
          danger
        />
      )}
    </form>
  )
}

function Preview({ text }: { text: string }) {
  const [still] = useDebouncedValue(text, limits.searchDebounce)
  return (
    <section aria-labelledby="preview">
      <Title order={2} id="preview" fz="md" mb={4}>
        {t('terms.preview')}
      </Title>
      <div className={classes.preview}>
        <LegalBody markdown={still} />
      </div>
    </section>
  )
}

/** Opens in a new tab, so the draft stays open. */
function ToText({ kind, children }: { kind: LegalKind; children: string }) {
  const to = kind === 'terms' ? '/TermsAndConditions' : '/PrivacyPolicy'
  return (
    <Anchor component={Link} to={to} target="_blank" inherit>
      {children}
    </Anchor>
  )
}

type Pane = 'write' | 'preview'

function PaneChoice({ pane, onChange }: { pane: Pane; onChange: (pane: Pane) => void }) {
  return (
    <SegmentedControl
      className={classes.panesChoice ?? ''}
      size="md"
      mb="md"
      fullWidth
      aria-label={t('terms.preview')}
      value={pane}
      onChange={(value) => onChange(value === 'preview' ? 'preview' : 'write')}
      data={[
        { value: 'write', label: t('terms.write') },
        { value: 'preview', label: t('terms.preview') },
      ]}
    />
  )
}
