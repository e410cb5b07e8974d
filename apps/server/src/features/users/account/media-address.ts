/** The address of a person's picture in its smallest width; null: initials are drawn. */
export const mediaAddress = (imageName: string | null): string | null =>
  imageName ? `/media/${imageName}/320.webp` : null
