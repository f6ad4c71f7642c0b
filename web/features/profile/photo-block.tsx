import { Avatar, Button, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCamera, IconCrop, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { putPhoto, removePhoto } from '#contract/accounts/profile.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import { type Area, cropPicture, loadPicture } from './crop.ts'
import { acceptedExtensions, croppedName, fileError } from './photo-file.ts'
import classes from './profile.module.css'
import { cacheProfile, type Profile } from './queries.ts'

const uploadWait = 120_000

// Few visits to the profile need the cropper.
const { View: CropDialog } = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog)

interface Props {
  profile: Profile['data']
  showNotice: (text: string, good?: boolean) => void
}

export const photoSize = 155

export function PhotoBlock({ profile, showNotice }: Props) {
  const { attributes: account, id } = profile
  const name = `${account.first_name} ${account.last_name}`
  const photo = usePhoto(showNotice)
  const [removing, setRemoving] = useState(false)
  const reset = useRef<() => void>(null)
  const shown = account.photo

  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="photo">
      <Title order={2} id="photo" mb="md">
        {t('profile.photo')}
      </Title>
      <div className={classes.photo}>
        <Avatar
          size={photoSize}
          src={shown?.url ?? null}
          name={name}
          color="accent"
          imageProps={{ width: photoSize, height: photoSize }}
          alt={shown ? t('profile.photoOf', { name }) : ''}
        />
        <Stack gap="sm" align="flex-start">
          <FileButton
            accept={acceptedExtensions}
            resetRef={reset}
            onChange={(file) => {
              reset.current?.()
              void photo.choose(file)
            }}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                loading={photo.busy}
                leftSection={<IconCamera size={18} aria-hidden />}
              >
                {t(shown ? 'profile.changePhoto' : 'profile.choosePhoto')}
              </Button>
            )}
          </FileButton>
          {shown && (
            <Group gap="sm">
              <Button
                variant="default"
                leftSection={<IconCrop size={18} aria-hidden />}
                onClick={() => photo.adjust(shown.url, shown.filename)}
              >
                {t('profile.adjustPhoto')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => setRemoving(true)}
              >
                {t('profile.removePhoto')}
              </Button>
            </Group>
          )}
          <Text size="sm" c="dimmed">
            {t('profile.photoRules')}
          </Text>
        </Stack>
      </div>
      {photo.picked && (
        <Part instead={<NoticeDialog opened onClose={photo.close} text={t('common.network')} />}>
          <CropDialog
            url={photo.picked.url}
            busy={photo.busy}
            error={photo.error}
            onApply={photo.apply}
            onClose={photo.close}
          />
        </Part>
      )}
      {removing && (
        <ConfirmDialog
          opened
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            const failed = await photo.remove(id)
            setRemoving(false)
            if (failed) showNotice(failed, false)
          }}
          title={t('profile.removePhotoTitle')}
          text={t('profile.removePhotoText')}
          confirm={t('profile.removePhoto')}
          cancel={t('common.cancel')}
          danger
          busy={photo.busy}
        />
      )}
    </Paper>
  )
}

interface Picked {
  readonly url: string
  readonly name: string
  readonly image: HTMLImageElement
}

/** Picks, crops, saves and removes the profile photo. */
function usePhoto(showNotice: (text: string, good?: boolean) => void) {
  const [picked, setPicked] = useState<Picked | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const url = picked?.url
  // Frees the picture's memory.
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])

  async function open(source: string, name: string): Promise<boolean> {
    setError(null)
    const image = await loadPicture(source)
    if (image) setPicked({ url: source, name, image })
    return image !== null
  }

  /** Uploads a picture as is if the browser cannot decode it; the server crops its center. */
  async function choose(file: File | null) {
    if (!file) return
    const refused = fileError(file)
    if (refused) return showNotice(t(refused), false)
    const source = URL.createObjectURL(file)
    if (await open(source, croppedName(file.name))) return
    URL.revokeObjectURL(source)
    const failed = await keep(file, file.name)
    if (failed) showNotice(failed, false)
    else showNotice(t('profile.notShown'))
  }

  async function apply(area: Area) {
    if (!picked) return
    const cut = await cropPicture(picked.image, area)
    const failed = cut ? await keep(cut, picked.name) : t('common.somethingWrong')
    setError(failed)
    if (failed) return
    setPicked(null)
    showNotice(t('profile.updated'))
  }

  /** Uploads a photo. Returns an error message or null. */
  async function keep(picture: Blob, name: string): Promise<string | null> {
    const form = new FormData()
    form.set('photo', picture, name)
    setBusy(true)
    const result = await call(putPhoto, {}, { form, timeout: uploadWait })
    setBusy(false)
    if (!result.ok) return result.status === 0 ? t('profile.unexpected') : result.message
    cacheProfile(result.reply)
    return null
  }

  async function remove(accountId: string): Promise<string | null> {
    setBusy(true)
    const result = await call(removePhoto, { query: { account_id: accountId } })
    setBusy(false)
    if (!result.ok) return result.message
    cacheProfile(result.reply)
    showNotice(t('profile.updated'))
    return null
  }

  return { picked, busy, error, choose, adjust: open, apply, remove, close: () => setPicked(null) }
}
