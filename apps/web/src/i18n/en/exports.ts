// Messages for the data export in the settings.

export const dataHelp = 'It is yours. Take it, or take it away.'
export const downloadAll = 'Download everything'
export const downloadAllHelp =
  'A ZIP with your photos in full size and the data as JSON. In it is a copy you can read without us.'
export const prepareButton = 'Prepare'
export const prepareAgain = 'Prepare again'
export const preparingLabel = 'We are preparing it. You can leave this page.'
export const progressLabel = 'Preparing your download'
export const download = 'Download'
export const readyUntil = 'Ready: {size} MB, until {until}.'
export const lastExportExpired = 'Your last one has expired.'
export const prepareFailed = 'It could not be prepared.'
export const startFailed = 'Nothing was prepared'
export const loadFailed = 'We could not load your downloads'
