import { deleteForm } from '#contract/templates/custom-forms.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmCall } from '#web/ui/confirm-call.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { nameOf } from './labels.ts'
import { NameDialog } from './name-dialog.tsx'
import { type Form, reloadForms } from './queries.ts'

export type OpenDialog =
  | { readonly what: 'new' | 'import' }
  | { readonly what: 'copy' | 'delete'; readonly form: Form }

interface Props {
  opened: OpenDialog
  onClose: () => void
  onDone: (text: string) => void
  /** Receives the new draft's id. */
  onMade: (id: string) => void
}

export function FormDialogs({ opened, onClose, onDone, onMade }: Props) {
  if (opened.what === 'import') return <ImportDialog onClose={onClose} onMade={onMade} />
  if (opened.what === 'delete') return <DeleteDialog form={opened.form} onClose={onClose} onDone={onDone} />
  return (
    <NameDialog
      from={opened.what === 'copy' ? opened.form : null}
      onClose={onClose}
      onMade={(id) => {
        void reloadForms()
        onMade(id)
      }}
    />
  )
}

function DeleteDialog({ form, onClose, onDone }: Pick<Props, 'onClose' | 'onDone'> & { form: Form }) {
  const name = nameOf(form)
  async function remove() {
    const result = await call(deleteForm, { params: { id: form.id } })
    if (!result.ok) return result.message
    await reloadForms()
    onDone(result.reply.data.message)
    return null
  }
  return (
    <ConfirmCall
      onClose={onClose}
      run={remove}
      title={t('library.deleteTitle', { name })}
      text={t('library.deleteText')}
      confirm={t('library.delete')}
      cancel={t('common.cancel')}
      danger
    />
  )
}
