import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import { audiences } from '@pawtrait/contract/posts.ts'
import { textLimits } from '@pawtrait/contract/text/clean-text.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { PetChips } from '#features/pets/PetChips.tsx'
import { audienceLabels } from '#i18n/en/by-value/posts/audience-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { createInitialNamePlate, updateTaggedPets } from './story-draft.ts'
import type { StoryFormState } from './use-story-form.ts'

type DetailsProps = { form: StoryFormState; pets: readonly PetCard[] }

/** Details of a story beside the stage, with description, pets, audience and replies. */
export function StoryDetails({ form, pets }: DetailsProps) {
  const { draft, change } = form
  return (
    <>
      <AltField form={form} />
      <PetChips pets={pets} chosen={draft.pets} onChange={(chosen) => change(updateTaggedPets(draft, chosen))} />
      <PlateChoice form={form} pets={pets} />
      <Audience form={form} />
    </>
  )
}

/** Choice of the pet for the name plate on the photo. */
function PlateChoice({ form: { draft, change }, pets }: DetailsProps) {
  const t = useTranslate()
  const tagged = pets.filter(({ id }) => draft.pets.includes(id))
  if (tagged.length === 0) return null
  const choose = (value: string) => {
    const pet = tagged.find(({ id }) => id === value)
    change({ plate: pet ? { ...(draft.plate ?? createInitialNamePlate(pet.id)), pet: pet.id } : null })
  }
  return (
    <RadioGroup
      legend={t(phrases.stories.plateLegend)}
      showLegend
      name="plate"
      options={[
        { value: 'none', label: t(phrases.stories.noPlate) },
        ...tagged.map(({ id, name }) => ({ value: String(id), label: <bdi>{name}</bdi> })),
      ]}
      value={draft.plate?.pet ?? 'none'}
      onChange={choose}
    />
  )
}

function Audience({ form: { draft, change } }: Pick<DetailsProps, 'form'>) {
  const t = useTranslate()
  return (
    <>
      <RadioGroup
        legend={t(phrases.stories.audienceLegend)}
        showLegend
        name="audience"
        options={audiences.map((value) => ({ value, label: t(audienceLabels[value]) }))}
        value={draft.audience}
        onChange={(audience) => change({ audience })}
      />
      <Checkbox
        label={t(phrases.stories.allowReplies)}
        help={t(phrases.stories.repliesHelp)}
        checked={draft.allowsReplies}
        onChange={({ target }) => change({ allowsReplies: target.checked })}
      />
    </>
  )
}

function AltField({ form: { draft, change, publish } }: Pick<DetailsProps, 'form'>) {
  const t = useTranslate()
  const used = countGraphemes(draft.alt)
  const remaining = Math.max(0, textLimits.alt - used)
  return (
    <TextArea
      label={t(phrases.stories.describePhoto)}
      help={t(phrases.stories.describePhotoHelp)}
      value={draft.alt}
      rows={2}
      error={publish.error instanceof CallError ? publish.error.field('alt') : undefined}
      counter={{
        used,
        max: textLimits.alt,
        shown: t(phrases.stories.characterCount, { used, max: textLimits.alt }),
        label: t(phrases.stories.charactersLeft, { count: remaining }),
      }}
      onChange={({ target }) => change({ alt: target.value })}
    />
  )
}
