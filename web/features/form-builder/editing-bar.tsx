import { Button } from '@mantine/core'
import { IconUserEdit } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { useBuilder, useBuilderValue } from './builder.ts'
import classes from './top-bar.module.css'
import { takeOverEditing } from './use-editing.ts'

/** Names the user who is editing, with a button that takes over. */
export function EditingBar() {
  const { id = '' } = useParams()
  const builder = useBuilder()
  const editor = useBuilderValue((state) => state.editor ?? '')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const takeOver = async () => {
    setBusy(true)
    const failure = await takeOverEditing(id, builder)
    setProblem(failure?.message ?? '')
    setBusy(false)
  }
  return (
    <div role="status" className={classes.editing} data-shown={editor !== ''}>
      {editor !== '' && (
        <>
          <IconUserEdit size={20} aria-hidden />
          <span>{problem || t('builder.someoneEdits', { name: editor })}</span>
          <Button size="compact-md" mih={44} variant="default" loading={busy} onClick={takeOver}>
            {t('builder.takeOverEditing')}
          </Button>
        </>
      )}
    </div>
  )
}
