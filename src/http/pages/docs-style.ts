/** What the page changes of the look of Swagger UI: less height, and room for telephones. */
export const docsStyle = `
.account { max-width: 1460px; margin: auto; padding: 10px 20px 0; font: 14px/20px system-ui, sans-serif }
.dark-mode body { background: #1c2022 }
.dark-mode .account { color: #c9cfda }
.account select, .account button { font: inherit; padding: 2px 6px }
.dark-mode .account a { color: #93a5ff }
.dark-mode .tabs a[aria-current] { background: #1c2022; color: #fff }
.swagger-ui .topbar { padding: 0; background: none }
.swagger-ui .topbar .link, .swagger-ui .topbar .download-url-wrapper { display: none }
.swagger-ui .topbar .dark-mode-toggle { position: absolute; top: 12px; right: 12px }
.swagger-ui .renderedMarkdown em { color: #8a5a00; font-size: 12px }
.dark-mode .swagger-ui .renderedMarkdown em { color: #e0b050 }
.swagger-ui .renderedMarkdown p { margin: 0 0 4px }
.swagger-ui .parameters-col_description { margin-bottom: 4px }
.swagger-ui table.parameters > tbody > tr > td { padding: 4px 0 }
.swagger-ui .parameters-col_name { min-width: 14em; width: 14em }
.swagger-ui .parameter__type,
.swagger-ui .parameter__in,
.swagger-ui .parameter__deprecated {
  display: inline-block;
  margin-right: 6px;
  padding: 0;
}
.swagger-ui .parameters-col_description ul { max-height: 130px; overflow: auto; margin: 4px 0 }
.swagger-ui .response-control-media-type:has(option:only-child) { display: none }
.swagger-ui select[multiple] { height: 90px; max-width: 100% }
.swagger-ui textarea.body-param__text { min-height: 0; height: 150px }
.swagger-ui .opblock .highlight-code > .microlight { max-height: 150px }
.swagger-ui .parameters input[type="text"], .swagger-ui .parameters select { padding: 5px 8px; margin: 2px 0 }
.swagger-ui .response-col_links { display: none }
.swagger-ui .response-controls { padding-top: 4px }
.swagger-ui .execute-wrapper, .swagger-ui .opblock-body > .btn-group {
  position: sticky;
  bottom: 0;
  z-index: 2;
  padding: 10px 20px;
  background: #f4f7fb;
}
.dark-mode .swagger-ui .execute-wrapper, .dark-mode .swagger-ui .opblock-body > .btn-group { background: #22282d }
.swagger-ui .info { margin: 24px 0 }
.swagger-ui .scheme-container { padding: 10px 0; margin-bottom: 8px }
.swagger-ui .servers-title, .swagger-ui .computed-url, .swagger-ui .scheme-container h4 { display: none }
.swagger-ui .scheme-container .schemes > .schemes-server-container {
  flex-direction: row;
  flex-wrap: wrap;
  gap: 12px;
  align-items: center;
}
@media (max-width: 640px) {
  .swagger-ui .wrapper,
  .swagger-ui .opblock-section-header,
  .swagger-ui .table-container {
    padding-left: 8px;
    padding-right: 8px;
  }
  .swagger-ui table.parameters, .swagger-ui table.parameters tbody, .swagger-ui table.parameters tr,
  .swagger-ui table.parameters td { display: block; max-width: 100%; width: auto }
  .swagger-ui table.parameters thead { display: none }
  .swagger-ui input,
  .swagger-ui select,
  .swagger-ui textarea {
    max-width: 100% !important;
    min-width: 0 !important;
  }
  .swagger-ui .opblock-summary-path { max-width: none; overflow-wrap: anywhere }
  .swagger-ui .response-col_status { width: 4em; min-width: 0 }
  .swagger-ui pre, .swagger-ui .markdown, .swagger-ui .renderedMarkdown { overflow-wrap: anywhere; max-width: 100% }
}
`;
