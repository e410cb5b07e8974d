import { type Species, speciesNames } from '@pawtrait/contract/pets/pets.ts'
import { speciesLabels } from '#i18n/en/by-value/pets/species-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'

/** Radio buttons for the species, each with a drawing of the animal. */
export function SpeciesPicker({ value, onChange }: { value: Species; onChange: (species: Species) => void }) {
  const t = useTranslate()
  const options = speciesNames.map((species) => ({
    value: species,
    label: (
      <>
        <PetFrame kind={species} backdrop="fog" size={28} />
        {t(speciesLabels[species])}
      </>
    ),
  }))
  return (
    <RadioGroup
      legend={t(phrases.pets.speciesLabel)}
      showLegend
      name="species"
      options={options}
      value={value}
      onChange={onChange}
    />
  )
}
