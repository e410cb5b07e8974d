import type { Post } from '@pawtrait/contract/posts.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import hideIcon from '@phosphor-icons/core/regular/eye-slash.svg?path'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { hideDurationLabels } from '#i18n/en/by-value/moderation/hide-duration-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { Link } from '#ui/Link.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './HideDialog.module.css'
import { type HiddenSubject, type HideDuration, useHide, useUnhide } from './use-hide.ts'

type Pets = Post['pets']

/** The author and the pets of a post. The viewer can hide the posts of each of them. */
export type HideTarget = { author: Pick<UserCard, 'id' | 'username'>; pets: Pets }

type HideDialogProps = {
  /** Author and pets of the post that the menu belongs to. */
  post: HideTarget
  premiumPath: string
  open: boolean
  onClose: () => void
}

const choices = { '1': 1, '7': 7, '30': 30, forever: null } as const satisfies Record<string, HideDuration>
type Choice = keyof typeof choices

/** Dialog that asks which posts to hide and for how long. For users without Premium it explains the plan. */
export function HideDialog({ post, premiumPath, open, onClose }: HideDialogProps) {
  const t = useTranslate()
  const { data: status } = useQuery({ ...premiumQuery(), enabled: open })
  const [choice, setChoice] = useState<Choice>('7')
  const [onlyPets, setOnlyPets] = useState<Pets>([])
  const hide = useHideWithUndo(post.author, onlyPets, onClose)
  const needsPlan =
    status?.state === 'none' ||
    status?.state === 'lapsed' ||
    (hide.error instanceof CallError && hide.error.code === 'premium-required')
  const primaryButton = needsPlan ? (
    <Link className={buttonClass()} to={premiumPath}>
      {t(phrases.blocks.seePremium)}
    </Link>
  ) : (
    <Button busy={hide.isPending} onClick={() => hide.send(choices[choice])}>
      {t(hide.isPending ? phrases.blocks.hidingLabel : phrases.blocks.hideButton)}
    </Button>
  )
  const title = t(phrases.blocks.hidePostsOf, { name: post.author.username })
  return (
    <Dialog
      {...{ open, onClose, title, icon: hideIcon, closeLabel: t(phrases.ui.close) }}
      actions={<Actions act={primaryButton} onClose={onClose} />}
    >
      <p className="muted">{t(phrases.blocks.hideText)}</p>
      {needsPlan ? <PremiumRequiredText /> : <DurationChoice choice={choice} onChoose={setChoice} />}
      {!needsPlan && post.pets.length > 0 && <OnlyPets {...{ post, only: onlyPets, onChoose: setOnlyPets }} />}
      {!needsPlan && <CallErrorMessage title={t(phrases.blocks.hideFailed)} error={hide.error} />}
    </Dialog>
  )
}

/** Mutation that hides the author's posts, or only posts with the pets in `onlyPets`. A toast then offers an undo. */
function useHideWithUndo({ id, username }: HideTarget['author'], onlyPets: Pets, onClose: () => void) {
  const t = useTranslate()
  const locale = useLocale()
  const toast = useToast()
  const { mutate, isPending, error } = useHide()
  const unhide = useUnhide()
  const hidden: HiddenSubject[] =
    onlyPets.length > 0 ? onlyPets.map((pet) => ({ type: 'pet', id: pet.id })) : [{ type: 'user', id }]
  const text =
    onlyPets.length > 0
      ? t(phrases.blocks.hiddenPetsToast, {
          pets: new Intl.ListFormat(locale).format(onlyPets.map(({ name }) => name)),
        })
      : t(phrases.blocks.hiddenToast, { name: username })
  const onSuccess = () => {
    onClose()
    toast({ text, actionLabel: t(phrases.ui.undo), onAction: () => unhide.mutate(hidden) })
  }
  return { isPending, error, send: (days: HideDuration) => mutate({ hidden, days }, { onSuccess }) }
}

function Actions({ act, onClose }: { act: ReactNode; onClose: () => void }) {
  const t = useTranslate()
  return (
    <>
      {act}
      <Button kind="ghost" onClick={onClose}>
        {t(phrases.ui.cancel)}
      </Button>
      <p className={styles.note}>{t(phrases.blocks.premiumNote)}</p>
    </>
  )
}

function DurationChoice({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) {
  const t = useTranslate()
  const options = (['1', '7', '30', 'forever'] as const).map((value) => ({
    value,
    label: t(hideDurationLabels[value]),
  }))
  return (
    <RadioGroup
      rows
      legend={t(phrases.blocks.hideDurationLegend)}
      name="hide-for"
      {...{ options, value: choice, onChange: onChoose }}
    />
  )
}

type OnlyPetsProps = Pick<HideDialogProps, 'post'> & { only: Pets; onChoose: (only: Pets) => void }

function OnlyPets({ post, only, onChoose }: OnlyPetsProps) {
  const t = useTranslate()
  return (
    <div>
      {post.pets.map((pet) => (
        <Checkbox
          key={pet.id}
          label={t(phrases.blocks.hideOnlyPet, { pet: pet.name })}
          help={t(phrases.blocks.otherPostsNote, { name: post.author.username })}
          checked={only.some(({ id }) => id === pet.id)}
          onChange={({ target }) => onChoose(target.checked ? [...only, pet] : only.filter(({ id }) => id !== pet.id))}
        />
      ))}
    </div>
  )
}

function PremiumRequiredText() {
  const t = useTranslate()
  return (
    <p role="status">
      <b>{t(phrases.blocks.premiumRequired)}</b> {t(phrases.blocks.premiumRequiredHelp)}
    </p>
  )
}
