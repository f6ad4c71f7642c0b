import { Avatar, Button, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCamera, IconCrop, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import { acceptedExtensions } from './photo-file.ts'
import classes from './profile.module.css'
import type { Profile } from './queries.ts'
import { usePhoto } from './use-photo.ts'

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
