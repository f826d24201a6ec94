export { type ExportFormat, type ExportFormatName, exportFormatNames, exportFormats } from './export-formats';
export { type DocumentSource, DocumentsDeletedError, type PackedDocument, type ReadRange } from './read-documents';
